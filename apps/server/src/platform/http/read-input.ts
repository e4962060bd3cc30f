import { type Endpoint, foldKeys, issuesWithin, issueText, type Resource } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { badRequest } from '../errors.ts'
import { unstorableTexts } from '../database/unstorable-texts.ts'

export type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

// A form's picker set to すべて sends its parameter empty.
const withoutEmpty = (query: unknown) => Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))

/**
 * What the request carries, read by the endpoint's schemas.
 * @throws Refusal 400 with one line per fault, over path, query and body together
 */
export const readInput = (endpoint: Endpoint, resource: Resource, request: FastifyRequest): Input => {
  const faults = new Set<string>()
  const read = (schema: z.ZodType | undefined, value: unknown, isCleaned = false): unknown => {
    if (schema === undefined) return undefined
    const given = foldKeys(schema, value)
    // Devices' messages are decoded by hand, since one bad reading must not cost its neighbours.
    const unstorable =
      isCleaned || endpoint.permission === 'ingestKey' || endpoint.permission === 'connection' ? [] : unstorableTexts(given)
    for (const issue of unstorable) faults.add(issueText(resource, issue))
    if (unstorable.length > 0) return undefined
    const parsed = schema.safeParse(given, { reportInput: true })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.flatMap(issuesWithin)) faults.add(issueText(resource, issue))
    return undefined
  }
  const input = {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, withoutEmpty(request.query)),
    // Where there is no body, every field that is required is missing.
    // The schema of a poster's report leaves out what cannot be stored: the report comes all the same.
    body: read(endpoint.body, request.body ?? {}, endpoint.permission === 'poster'),
  }
  if (faults.size > 0) throw badRequest(...faults)
  return input
}
