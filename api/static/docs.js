"use strict";

// Starts Swagger UI on the OpenAPI document that the page names.
const place = document.getElementById("swagger-ui");

window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
