import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins, leaders } from './role.ts'

/** Where the console finds the tiles of the world map, and whose they are. */
export const mapTiles = {
  get: endpoint({
    method: 'GET',
    path: '/api/Map/Tiles',
    permission: [...admins, ...leaders],
    summary: '地図タイルの場所（{z}/{x}/{y}）と出典。url が null なら、地図タイルは使わない。',
    answer: z.object({
      url: z.string().nullable(),
      attribution: z.object({ text: z.string(), url: z.string().nullable() }),
    }),
  }),
}
