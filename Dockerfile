# First stage: an environment with the runtime part of the lock and the project itself.
FROM python:3.12-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1

RUN python -m venv /opt/arbiter
WORKDIR /src

COPY requirements.lock ./
RUN sed '/^# --- development ---$/,$d' requirements.lock > runtime.lock \
    && /opt/arbiter/bin/pip install --require-hashes -r runtime.lock

COPY pyproject.toml README.md LICENSE NOTICE ./
COPY judge judge
COPY api api
COPY rulesdb rulesdb
RUN /opt/arbiter/bin/pip install --no-deps --no-build-isolation . \
    && /opt/arbiter/bin/pip check

# Second stage: that environment, a user without rights, and the settings of the server.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PATH=/opt/arbiter/bin:$PATH

RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin arbiter

COPY --from=build /opt/arbiter /opt/arbiter
WORKDIR /srv/arbiter

USER 10001
EXPOSE 8000

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]

CMD ["gunicorn", "--config", "python:api.gunicorn_conf", "--bind", "0.0.0.0:8000", "--worker-tmp-dir", "/dev/shm"]
