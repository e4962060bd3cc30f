import { type Endpoint, foldKeys, issueText, type Resource } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { badRequest } from './errors.ts'

export type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/**
 * What the request carries, read by the endpoint's schemas.
 * @throws Refusal 400 with one line a fault, over path, query and body together
 */
export const readInput = (endpoint: Endpoint, resource: Resource, request: FastifyRequest): Input => {
  const faults = new Set<string>()
  const read = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (schema === undefined) return undefined
    const parsed = schema.safeParse(foldKeys(schema, value), { reportInput: true })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) faults.add(issueText(resource, issue))
    return undefined
  }
  const input = {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body: read(endpoint.body, request.body),
  }
  if (faults.size > 0) throw badRequest(...faults)
  return input
}
