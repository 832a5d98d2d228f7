import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/** Sends spans as OTLP JSON to the collector of OTEL_EXPORTER_OTLP_*; OTEL_TRACES_SAMPLER_ARG is the sampled share. */
export function startTraceExporter(): TracerProvider {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'chocolate-shop' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: samplerFor(process.env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 2000 })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return provider
}

function samplerFor(share: string | undefined) {
  return share === undefined ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(Number(share))
}
