import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A way to a product on which a new build of the console can be deployed: the same console, whose files have other names. */
export type Deployment = {
  readonly url: string
  /** From now on there are the new names only. */
  readonly deploy: () => void
  /** Whether nothing answers any more, though there is a network. */
  readonly setAway: (isAway: boolean) => void
  readonly close: () => Promise<void>
}

const fileName = /([\w.-]+)-([\w-]{8})(\.(?:js|css))/g
const renamed = (name: string) =>
  name.replaceAll(fileName, (_, stem: string, hash: string, kind: string) => `${stem}-${hash.split('').toReversed().join('')}${kind}`)
const isText = /javascript|html|css/

/** Lays a way to the product on which the console's scripts and styles get other names at a deployment. */
export const layDeployment = async (to: string): Promise<Deployment> => {
  let isDeployed = false
  let isAway = false
  const worker = await (await fetch(`${to}/service-worker.js`)).text()
  const names = new Set(Array.from(worker.matchAll(/"\/assets\/([^"]+)"/g), ([, name]) => name))
  const rename = (text: string) =>
    text.replaceAll(fileName, (name) => (names.has(name) ? renamed(name) : name)).replace(/^const build = "/, '$&new-')
  const server = createServer((request, response) => {
    void (async () => {
      if (isAway) return response.destroy()
      const { url = '/', method = 'GET' } = request
      const asset = /^\/assets\/(.+)$/.exec(url)?.[1]
      if (isDeployed && asset !== undefined && names.has(asset)) return response.writeHead(404).end()
      const unsent = ['connection', 'host', 'content-length', 'if-none-match', 'if-modified-since']
      const sent = Object.entries(request.headers).filter(([name]) => !unsent.includes(name))
      const headers = { ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])), 'accept-encoding': 'identity' }
      const body = method === 'GET' || method === 'HEAD' ? undefined : await buffer(request)
      const path = isDeployed && asset !== undefined && names.has(renamed(asset)) ? renamed(url) : url
      const answer = await fetch(`${to}${path}`, { method, headers, ...(body !== undefined && { body }) })
      const answerHeaders = Object.fromEntries([...answer.headers].filter(([name]) => !['content-length', 'connection'].includes(name)))
      response.writeHead(answer.status, answerHeaders)
      if (!isText.test(answer.headers.get('content-type') ?? '')) {
        for await (const part of answer.body ?? []) response.write(part)
        return response.end()
      }
      const text = await answer.text()
      return response.end(isDeployed ? rename(text) : text)
    })().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => void (isDeployed = true),
    setAway: (away) => void (isAway = away),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
