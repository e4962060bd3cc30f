import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { unknownCall } from './http.ts'

/** Where the console's build puts its files. */
export const consoleFolder = join(import.meta.dirname, '../../../../web/dist')

// Vite writes a hash of the content into these names, so what one of them holds never changes.
const hashed = '/assets/'
const yearSeconds = 31_536_000

/**
 * The name of the console's build, as its start page names its first script: a page that was started by another one is of
 * an earlier version. Null where none is built.
 */
export const consoleBuild = (): string | null => {
  const page = join(consoleFolder, 'index.html')
  return existsSync(page) ? (/src="\/assets\/([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? null) : null
}

/** Pages for one path: those that were built apart from the console, and its start page with what the first screen there needs. */
const pagesByPath = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.html') && name !== 'index.html')
      .map((name) => [`/${name.slice(0, -'.html'.length)}`, name]),
  )

/**
 * Serves the console: its files, and its start page for every other path, since the paths are the console's own.
 * Unknown calls under /api answer 404 in JSON instead.
 */
export const registerWebConsole = async (app: FastifyInstance, folder = consoleFolder): Promise<void> => {
  const built = existsSync(join(folder, 'index.html'))
  const pages = built ? pagesByPath(folder) : new Map<string, string>()
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const forever = path.slice(folder.length).replaceAll('\\', '/').startsWith(hashed)
        reply.header('cache-control', forever ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/.test(path) && !path.startsWith(hashed)
    if (!wantsPage) return reply.status(unknownCall.status).send(unknownCall.body)
    if (built) return reply.sendFile(pages.get(path) ?? 'index.html')
    return reply.status(404).type('text/plain; charset=utf-8').send('画面がまだ作られていません。npm run build を実行してください。')
  })
}
