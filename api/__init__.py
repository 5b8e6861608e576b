"""The door to the world: HTTP, the web page, the command line, the Python client.

`api` imports `judge` and `rulesdb`; nothing of theirs imports it. The application is made by
`api.app.create_app`. A request goes through three layers, each in a package of its own:

- `api.routes`: what belongs to HTTP, one module for each resource, as thin as can be
- `api.schemas`: what requests and replies look like, for reading, checking and describing them
- `api.handlers`: plain functions from a typed request to a reply, which know nothing of HTTP
"""
