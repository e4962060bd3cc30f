import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Wallboard } from '@mimamori/contract'
import { consoleFolder } from '../apps/server/src/platform/http/web-console.ts'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** A server of nothing but the built console and one wallboard, which sends as many boards as the test asks for. */
export const serveBoard = async (first: Wallboard) => {
  const screens = new Set<ServerResponse>()
  let board = first
  const textOf = () => `event: board\ndata: ${JSON.stringify(board)}\n\n`
  const file = async (path: string, response: ServerResponse) => {
    const type = types[extname(path)]
    const body = await readFile(join(consoleFolder, type === undefined ? 'index.html' : path))
    response.writeHead(200, { 'content-type': type ?? 'text/html; charset=utf-8' }).end(body)
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.endsWith('/Live')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(textOf())
      screens.add(response)
      response.on('close', () => screens.delete(response))
    } else if (pathname.startsWith('/api/Wallboard/'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(board))
    else file(pathname, response).catch(() => response.writeHead(404).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** The board's address, with a link that is as good as any. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/wallboard?OfficeId=${first.officeId}#0123456789abcdef.any`,
    say: (next: Wallboard) => {
      board = next
      for (const screen of screens) screen.write(textOf())
    },
    /** Ends the streams, as a network does; the server can be reached again at once. */
    cut: () => {
      for (const screen of screens) screen.destroy()
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
