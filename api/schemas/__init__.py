"""Schemas: what requests and replies look like.

Marshmallow schemas describe and check envelopes, parameters and small resources. The bulk document
(board, action, ruling) has one type, the msgspec structs of `judge`; `api.schemas.fields` holds the
field through which an envelope hands it to msgspec, and `api.schemas.components` makes the parts of
the OpenAPI document from the same structs.
"""
