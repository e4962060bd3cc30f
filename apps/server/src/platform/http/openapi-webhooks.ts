import { webhooks } from '@mimamori/contract'
import type { z } from 'zod'
import type { Json, SchemaDocument } from './named-schemas.ts'

/** `alert.opened` as `AlertOpened`. */
const pascal = (type: string) => type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())

const rootOf = (type: string) => `webhook.${type}`

/** The bodies of all webhooks under their own roots; each is a component. */
export const webhookRoots = (names: Map<z.ZodType, string>): Record<string, z.ZodType> => {
  for (const [type, body] of Object.entries(webhooks)) if (!names.has(body)) names.set(body, `${pascal(type)}Webhook`)
  return Object.fromEntries(Object.entries(webhooks).map(([type, body]) => [rootOf(type), body]))
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
})

/** Headers of Standard Webhooks. */
const parameters = [
  header(
    'webhook-id',
    '出来事の番号。送り直しても、再送しても変わらない。受け取った番号を覚え、同じものは一度だけ処理する。',
    'evt_01981f2e',
  ),
  header('webhook-timestamp', '送った時刻。1970年からの秒', '1784520300'),
  header(
    'webhook-signature',
    'v1,と署名。合言葉を替えてから24時間は、新旧2つを空白で区切る。',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const responses = {
  '2XX': { description: '受け取った。10秒のうちに答える。答えの中身は読むだけで、使わない。' },
  '410': { description: 'もう受け取らない。この通知先を止める。' },
  '429': { description: 'あとで送り直す。Retry-After があれば、それまで待つ。' },
  default: { description: '受け取れなかった。間をあけて送り直す。' },
}

/** The part `webhooks` of the document: what is posted to a customer's address at each event. */
export const webhookOperations = ({ answers }: SchemaDocument): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(webhooks).map(([type, body]) => [
      type,
      {
        post: {
          operationId: `webhook${pascal(type)}`,
          tags: ['webhook'],
          summary: body.description,
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: answers[rootOf(type)] } } },
          responses,
        },
      },
    ]),
  )
