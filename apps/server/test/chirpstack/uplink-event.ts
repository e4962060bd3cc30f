import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileRegistry, fromBinary, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(join(import.meta.dirname, 'integration.binpb'))))

/**
 * An event of ChirpStack as its own definitions write it in JSON: names in camelCase, nothing that is 0 or empty.
 * @param type `UplinkEvent`, `StatusEvent`, `JoinEvent` …
 * @throws where a field is none of that event
 */
export const eventJson = (type: string, fields: JsonValue): Record<string, unknown> => {
  const message = registry.getMessage(`integration.${type}`)
  if (message === undefined) throw new Error(`ChirpStack has no ${type}`)
  return toJson(message, fromJson(message, fields, { registry }), { registry }) as Record<string, unknown>
}
