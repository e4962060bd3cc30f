import { z } from 'zod'

const Readiness = z.object({ parts: z.object({ database: z.boolean(), broker: z.boolean().optional() }) })
export type Readiness = z.infer<typeof Readiness>

/** What `/readyz` says, which needs neither a session nor the database; null where nothing answers there, as behind some proxies. */
export const readReadiness = async (): Promise<Readiness | null> => {
  const response = await fetch('/readyz', { headers: { accept: 'application/json' } })
  return Readiness.safeParse(await response.json().catch(() => null)).data ?? null
}
