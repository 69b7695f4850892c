# The gateway with its index and lexicon built: ready in seconds, and without a network of its own.
#
#   docker build -t dp-gateway .
#   docker run -p 127.0.0.1:8000:8000 -v dp-gateway:/var/lib/dp-gateway/state --read-only --tmpfs /tmp \
#       -e DP_GATEWAY_UPSTREAMS__PROVIDER__URL=https://api.openai.com/v1 dp-gateway
#
# The volume holds the key of repeatable draws and what was spent: without it both are lost with the container.

FROM python:3.11-slim AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/dp-gateway \
    && /opt/dp-gateway/bin/pip install --no-cache-dir ".[batches,kept,otel,postgres,redis,server]"

FROM python:3.11-slim
RUN useradd --uid 10001 --home-dir /var/lib/dp-gateway --create-home --shell /usr/sbin/nologin gateway \
    && install -d -o gateway -m 0700 /var/lib/dp-gateway/state
COPY --from=build /opt/dp-gateway /opt/dp-gateway
ENV PATH=/opt/dp-gateway/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DP_GATEWAY_HOME=/var/lib/dp-gateway/built \
    DP_GATEWAY_KEY_FILE=/var/lib/dp-gateway/state/secret.key \
    DP_GATEWAY_LEDGER__URL=sqlite:////var/lib/dp-gateway/state/ledger.db \
    DP_GATEWAY_SERVER__HOST=0.0.0.0
USER 10001
WORKDIR /var/lib/dp-gateway
# What the presets need besides is made on their first use: here, under a key that is thrown away. The key of draws
# itself is created in the volume on first start, and is in no layer.
RUN dp-gateway index build \
    && dp-gateway lexicon build \
    && echo "Anna Miller, a nurse of 34 from Boston, paid 40 dollars." > /tmp/warm-up.txt \
    && dp-gateway sanitize /tmp/warm-up.txt --policy entities --key-file /tmp/build.key \
    && dp-gateway sanitize /tmp/warm-up.txt --policy hybrid --key-file /tmp/build.key \
    && rm /tmp/warm-up.txt /tmp/build.key
VOLUME /var/lib/dp-gateway/state
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
ENTRYPOINT ["dp-gateway"]
CMD ["serve"]
