import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { lastKnownOf } from './use-last-known.ts'

const { list } = endpoints.healthCondition
const row = (userId: number, heartRate: number) => ({ userId, heartRate })

test('the latest list that named somebody has their last values, and nobody else’s', () => {
  const client = new QueryClient()
  const keep = (filter: object, heartRate: number, updatedAt: number) =>
    client.setQueryData([list.path, filter], { data: [row(1, heartRate), row(2, 60)], count: 2 }, { updatedAt })
  keep({ officeId: 1 }, 91, 2_000)
  keep({ officeId: 2 }, 87, 1_000)
  expect(lastKnownOf(client, 1)).toMatchObject({ row: { userId: 1, heartRate: 91 }, readAt: 2_000, episode: undefined })
  expect(lastKnownOf(client, 3)).toBeUndefined()
  expect(lastKnownOf(client, undefined)).toBeUndefined()
})
