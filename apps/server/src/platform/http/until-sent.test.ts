import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { untilSent } from './until-sent.ts'

test('work that sends a file is over once the file has left', async () => {
  const app = fastify()
  const file = new PassThrough()
  const begun = Promise.withResolvers<void>()
  let isOver = false
  app.get('/', async (_, reply) => {
    await untilSent(reply, async () => {
      reply.send(file)
      begun.resolve()
    })
    isOver = true
    return reply
  })
  const answer = app.inject('/').then(({ body }) => body)
  await begun.promise
  file.write('first, ')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).toBe(false)
  file.end('last')
  expect(await answer).toBe('first, last')
  await expect.poll(() => isOver).toBe(true)
  await app.close()
})

test('work that answers by itself is over at once', async () => {
  const app = fastify()
  app.get('/', (_, reply) => untilSent(reply, async () => 'answer'))
  expect((await app.inject('/')).body).toBe('answer')
  await app.close()
})

test('a live stream is nothing that leaves: its work is over while it is open', async () => {
  const app = fastify()
  const over = Promise.withResolvers<void>()
  let stream: ServerResponse | undefined
  app.get('/', async (_, reply) => {
    await untilSent(reply, async () => {
      reply.hijack()
      stream = reply.raw.writeHead(200)
      stream.write('first, ')
    })
    over.resolve()
    return reply
  })
  const answer = app.inject('/').then(({ body }) => body)
  await over.promise
  expect(stream?.writableEnded).toBe(false)
  stream?.end('last')
  expect(await answer).toBe('first, last')
  await app.close()
})
