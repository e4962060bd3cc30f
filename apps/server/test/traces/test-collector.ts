import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/** A span as a collector sees it; ids in hexadecimal, `parentSpanId` is empty where a trace begins. */
export type CollectedSpan = {
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly kind: number
  readonly durationMs: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: number
}

type Field = Uint8Array | bigint

/** The fields of a message of protobuf by their numbers, as they lie there. */
const fieldsOf = (bytes: Uint8Array): Map<number, Field[]> => {
  const reader = new BinaryReader(bytes)
  const fields = new Map<number, Field[]>()
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag()
    const field =
      type === WireType.LengthDelimited
        ? reader.bytes()
        : BigInt(type === WireType.Bit64 ? reader.fixed64() : type === WireType.Bit32 ? reader.fixed32() : reader.uint64())
    fields.set(number, [...(fields.get(number) ?? []), field])
  }
  return fields
}

const bytesIn = (fields: Map<number, Field[]>, number: number): Uint8Array[] =>
  (fields.get(number) ?? []).filter((field) => field instanceof Uint8Array)
const numberIn = (fields: Map<number, Field[]>, number: number): number => {
  const [field] = fields.get(number) ?? []
  return typeof field === 'bigint' ? Number(field) : 0
}
const textIn = (fields: Map<number, Field[]>, number: number) => Buffer.from(bytesIn(fields, number)[0] ?? []).toString()
const idIn = (fields: Map<number, Field[]>, number: number) => Buffer.from(bytesIn(fields, number)[0] ?? []).toString('hex')

/** Attributes (opentelemetry/proto/common/v1: KeyValue): a text is field 1 of its value, a whole number field 3. */
const attributesIn = (fields: Map<number, Field[]>, number: number): Record<string, string | number> =>
  Object.fromEntries(
    bytesIn(fields, number).map((bytes) => {
      const pair = fieldsOf(bytes)
      const value = fieldsOf(bytesIn(pair, 2)[0] ?? new Uint8Array())
      return [textIn(pair, 1), value.has(1) ? textIn(value, 1) : numberIn(value, 3)]
    }),
  )

const spanOf = (service: string, bytes: Uint8Array): CollectedSpan => {
  const span = fieldsOf(bytes)
  return {
    service,
    traceId: idIn(span, 1),
    spanId: idIn(span, 2),
    parentSpanId: idIn(span, 4),
    name: textIn(span, 5),
    kind: numberIn(span, 6),
    durationMs: (numberIn(span, 8) - numberIn(span, 7)) / 1e6,
    attributes: attributesIn(span, 9),
    links: bytesIn(span, 13).map((link) => ({ traceId: idIn(fieldsOf(link), 1), spanId: idIn(fieldsOf(link), 2) })),
    status: numberIn(fieldsOf(bytesIn(span, 15)[0] ?? new Uint8Array()), 3),
  }
}

/** The spans of a request (opentelemetry/proto/collector/trace/v1: ExportTraceServiceRequest). */
const spansIn = (request: Uint8Array): CollectedSpan[] =>
  bytesIn(fieldsOf(request), 1).flatMap((bytes) => {
    const ofResource = fieldsOf(bytes)
    const resource = attributesIn(fieldsOf(bytesIn(ofResource, 1)[0] ?? new Uint8Array()), 1)
    return bytesIn(ofResource, 2).flatMap((scope) =>
      bytesIn(fieldsOf(scope), 2).map((span) => spanOf(String(resource['service.name']), span)),
    )
  })

/** A collector of traces on this computer. `reply.status` is what it answers; 0 for never. */
export const startCollector = async () => {
  const spans: CollectedSpan[] = []
  const requests: { readonly path: string; readonly authorization: string | undefined; readonly text: string }[] = []
  const reply = { status: 200 }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      requests.push({ path: request.url ?? '', authorization: request.headers.authorization, text: body.toString('latin1') })
      if (reply.status === 0) return
      if (reply.status === 200) spans.push(...spansIn(body))
      response.writeHead(reply.status, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    spans,
    requests,
    reply,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
