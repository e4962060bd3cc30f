import { z } from 'zod'

const listed = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
  )
/** Hosts, `name` or `name:port`, by commas. */
export const hostList = listed.pipe(
  z.array(z.string().regex(/^[\w.-]+(?::\d+)?$/, 'ホスト名、または ホスト名:ポート をカンマで区切って並べてください。')),
)
/** The same with a port of each, or `*`: every customer's administrators may call these, and all ports only where that is wanted. */
export const portList = listed.pipe(
  z.array(z.string().regex(/^[\w.-]+:(?:\d+|\*)$/, 'ホスト名:ポート（すべてのポートは *）をカンマで区切って並べてください。')),
)
