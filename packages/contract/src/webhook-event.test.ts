import { expect, test } from 'vitest'
import { webhookBodies } from './webhook-event.ts'

test.each(Object.entries(webhookBodies))('the example of %s is what is sent', (type, body) => {
  const examples = (body.meta()?.examples ?? []) as unknown[]
  expect(examples.map((example) => body.parse(example))).toEqual(examples)
  expect(examples).toMatchObject([{ type }])
})
