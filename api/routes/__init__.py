"""Routes: what belongs to HTTP, one module for each resource.

A route names its method, path and schemas, calls its handler and wraps what comes back. Its
docstring is what the OpenAPI document says about the operation.
"""
