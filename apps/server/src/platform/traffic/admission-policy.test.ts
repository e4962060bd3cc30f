import { type Endpoint, endpoints, maxIngestBytes } from '@mimamori/contract'
import { expect, it } from 'vitest'
import { admission, rulesOf } from './admission-policy.ts'

const all: readonly Endpoint[] = Object.values(endpoints).flatMap((resource) => Object.values(resource) as Endpoint[])
const those = (isMeant: (endpoint: Endpoint) => boolean) => all.filter(isMeant).map(rulesOf)
const isOfSender = ({ permission }: Endpoint) => permission === 'ingestKey' || permission === 'connection'
const isPersonal = (endpoint: Endpoint) =>
  !isOfSender(endpoint) && !['public', 'wallboard', 'poster', 'morningCheck'].includes(String(endpoint.permission))

it('takes little of strangers, and at a limited rate', () => {
  const rules = those(({ permission }) => permission === 'public')
  expect(rules.length).toBeGreaterThan(0)
  for (const one of rules)
    expect(one).toMatchObject({ bodyBytes: 16_384, isRateLimited: true, bodyOf: 'stranger', waitsIn: null, pacedUntil: null })
})

it('takes little of a link, at any rate: many phones share an address, and a report must get through', () => {
  const rules = those(({ permission }) => permission === 'poster' || permission === 'morningCheck')
  expect(rules.length).toBeGreaterThan(0)
  for (const one of rules)
    expect(one).toMatchObject({ bodyBytes: 16_384, isRateLimited: false, bodyOf: 'stranger', waitsIn: null, pacedUntil: null })
})

it('counts the bodies of senders, and of nobody else', () => {
  for (const one of those(isOfSender)) expect(one).toMatchObject({ bodyBytes: maxIngestBytes, isRateLimited: false, countsBodies: true })
  expect(those((endpoint) => !isOfSender(endpoint)).some(({ countsBodies }) => countsBodies)).toBe(false)
})

it('lets calls of a person take turns, those of a lane in their own, and files in none', () => {
  const ofPeople = (isMeant: (endpoint: Endpoint) => boolean) => those((endpoint) => isPersonal(endpoint) && isMeant(endpoint))
  const plain = ofPeople(({ raw, lane, multipart }) => raw !== true && lane === undefined && multipart === undefined)
  expect(new Set(plain.map(({ waitsIn, pacedUntil }) => `${waitsIn} ${pacedUntil}`))).toEqual(new Set(['turns answered']))
  const inLanes = ofPeople(({ raw, lane }) => raw !== true && lane !== undefined)
  expect(new Set(inLanes.map(({ waitsIn, pacedUntil }) => `${waitsIn} ${pacedUntil}`))).toEqual(new Set(['lanes null']))
  const downloads = ofPeople(({ raw, lane, multipart }) => raw === true && lane === undefined && multipart === undefined)
  expect(new Set(downloads.map(({ waitsIn, pacedUntil }) => `${waitsIn} ${pacedUntil}`))).toEqual(new Set(['null sent']))
  const uploads = ofPeople(({ multipart }) => multipart !== undefined)
  expect(new Set(uploads.map(({ bodyOf, waitsIn, pacedUntil }) => `${bodyOf} ${waitsIn} ${pacedUntil}`))).toEqual(
    new Set(['file null null']),
  )
})

it('says in each refusal when to come again', () => {
  const { callsUnderWay, bodiesUnderWay, connections, exports, lanes, pacing, publicCalls, streams, turns, zips } = admission
  const refusals = [connections, bodiesUnderWay, turns, lanes, pacing, streams, zips, exports].map(({ refuse }) => refuse())
  const ofHolders = Object.values(callsUnderWay.refuse).map((refuse) => refuse())
  expect([...refusals, ...ofHolders, publicCalls.refuse(7)].map(({ status, retryAfterSeconds }) => [status, retryAfterSeconds])).toEqual([
    [429, 5],
    [503, 1],
    [429, 5],
    [429, 5],
    [429, 5],
    [429, 60],
    [429, 30],
    [429, 30],
    [429, 5],
    [429, 5],
    [503, 1],
    [429, 7],
  ])
})
