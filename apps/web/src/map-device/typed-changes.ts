import { z } from 'zod'
import type { Change } from './placing.ts'

const TypedSpot = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), x: z.number(), y: z.number() }),
  z.object({ kind: z.literal('degrees'), longitude: z.number(), latitude: z.number() }),
])
const TypedChanges = z.array(
  z.tuple([z.string(), z.object({ spot: TypedSpot.nullable().exactOptional(), name: z.string().exactOptional() })]),
)

/** The changes that were not saved when the session ended; none where that says nothing that the screen could take. */
export const typedChanges = (given: unknown): readonly (readonly [string, Change])[] => TypedChanges.safeParse(given).data ?? []
