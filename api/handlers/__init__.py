"""Handlers: plain functions from a typed request to a reply.

They know nothing of HTTP, so the command line and the tests call them too. What can't be answered
is raised: the errors of `judge` and `rulesdb`, and those of `api.handlers.errors`;
`api.errors` says which status each becomes.
"""
