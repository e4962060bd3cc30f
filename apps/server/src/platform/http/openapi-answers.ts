import { messages } from '@mimamori/contract'
import type { Json } from './named-schemas.ts'

const lines = { $ref: '#/components/schemas/Messages' }
const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
const later = { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }

/** What refusals are made of. */
export const refusalSchemas: Readonly<Record<string, Json>> = {
  Messages: { type: 'array', items: { type: 'string' }, description: '直すところ。1行に1つです。', examples: [[messages.E030]] },
  RowMessages: {
    type: 'object',
    description: 'ファイルや一覧の行ごとの直すところ。行の番号が項目名です。',
    required: ['messages'],
    properties: { messages: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } } },
    examples: [{ messages: { 3: [messages.E031] } }],
  },
  ConflictMessage: {
    type: 'object',
    description: 'その間に起きたこと。ほかの項目は操作ごとに違います。',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
  ServerFault: {
    type: 'object',
    description: 'サーバーの誤り。理由はこの番号で運用の担当者がログから調べます。',
    required: ['requestId'],
    properties: { requestId: { type: 'string' } },
  },
}

export const refusalHeaders: Readonly<Record<string, Json>> = {
  RetryAfter: { description: '次に送るまで待つ秒数', schema: { type: 'integer', minimum: 1 } },
}

const refusals = {
  400: {
    name: 'BadRequest',
    description: '内容が正しくない。直すところの一覧、行ごとの一覧、または文で答える。',
    content: {
      'application/json': { schema: { anyOf: [lines, { $ref: '#/components/schemas/RowMessages' }] } },
      'text/plain': { schema: { type: 'string' } },
    },
  },
  401: { name: 'Unauthorized', description: 'ログイン、受信キーまたはリンクが正しくないか、期限が切れている。', ...json(lines) },
  403: { name: 'Forbidden', description: messages.forbidden, ...json(lines) },
  404: { name: 'NotFound', description: messages.notFound, ...json(lines) },
  409: {
    name: 'Conflict',
    description: 'その間に変わったことと合わない。',
    ...json({ anyOf: [{ $ref: '#/components/schemas/ConflictMessage' }, lines] }),
  },
  412: { name: 'Stale', description: messages.C022, content: { 'text/plain': { schema: { type: 'string' } } } },
  413: { name: 'TooLarge', description: messages.tooLarge, ...json(lines) },
  429: { name: 'TooManyRequests', description: '続けて送りすぎている。Retry-After の後に送り直す。', ...later, ...json(lines) },
  500: { name: 'ServerFault', description: messages.E029, ...json({ $ref: '#/components/schemas/ServerFault' }) },
  503: {
    name: 'Unavailable',
    description: '処理が重なっているか、データベースに接続できない。Retry-After の後に送り直す。',
    ...later,
    ...json(lines),
  },
} as const
export type RefusalStatus = keyof typeof refusals

/** The answers that refuse a call, by name. */
export const refusalResponses: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.values(refusals).map(({ name, ...response }) => [name, response]),
)

/** The answers of a call with these statuses. */
export const refusedBy = (statuses: readonly RefusalStatus[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${refusals[status].name}` }]))
