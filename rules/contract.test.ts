import * as contract from '@mimamori/contract'
import { endpoints, labels, messages, type Endpoint } from '@mimamori/contract'
import { describe, expect, it } from 'vitest'
import {
  faultyEndpoints,
  faultyMessages,
  fieldsOf,
  fieldsWithoutLabel,
  labelsWithoutField,
  servedBy,
  type NamedEndpoints,
} from './contract.ts'
import { beyond, unusedMessages } from './exceptions.ts'
import { readTree } from './tree.ts'

const tree = readTree()
const served = servedBy(tree)
const all: NamedEndpoints = Object.fromEntries(
  Object.entries(endpoints).flatMap(([slice, calls]) =>
    Object.entries(calls).map(([name, call]: [string, Endpoint]) => [`${slice}.${name}`, call]),
  ),
)

const answer = contract.Nothing
const visitor = 'Visitor' as string as contract.Role
const sample = (change: Partial<Endpoint>): Endpoint => ({
  method: 'GET',
  path: '/api/Thing',
  permission: 'session',
  summary: '見本。',
  answer,
  ...change,
})

describe('every endpoint', () => {
  it('says who may call it, at an address of its own', () => expect(faultyEndpoints(all)).toEqual([]))
  it('is served by one route', () => expect(Object.keys(all).filter((name) => !served.has(name))).toEqual([]))
  it('has a label for every field that comes in', () => expect(fieldsWithoutLabel(all, served)).toEqual([]))

  it.each<[string, NamedEndpoints]>([
    ['nobody is named', { 'a.b': sample({ permission: [] }) }],
    ['a role is unknown', { 'a.b': sample({ permission: [visitor] }) }],
    ['a role stands twice', { 'a.b': sample({ permission: ['User', 'User'] }) }],
    ['two share an address', { 'a.b': sample({}), 'a.c': sample({ path: '/api/thing' }) }],
    ['a parameter is not declared', { 'a.b': sample({ path: '/api/Thing/:id' }) }],
    ['a GET has a body', { 'a.b': sample({ body: answer }) }],
    ['it is not under /api/', { 'a.b': sample({ path: '/Thing' }) }],
    ['the summary is missing', { 'a.b': sample({ summary: '' }) }],
  ])('is noticed where %s', (_, bad) => expect(faultyEndpoints(bad)).toHaveLength(1))

  it('is noticed where a field lacks its label', () => {
    const login = sample({ method: 'POST', body: contract.Credentials })
    const routes = servedBy([
      { path: 'apps/server/src/features/session/routes.ts', text: "route(endpoints.session.login, 'alert', login)" },
    ])
    expect(fieldsWithoutLabel({ 'session.login': login }, routes)).toEqual([
      'session.login: username has no label in alert',
      'session.login: password has no label in alert',
    ])
  })
})

describe('every label', () => {
  it('belongs to a field', () => expect(labelsWithoutField(labels, all, Object.values(contract))).toEqual([]))

  it('is noticed without one', () =>
    expect(labelsWithoutField({ session: { username: 'ログインID', nickname: '呼び名' } }, {}, [contract.Credentials])).toEqual([
      'session.nickname labels no field',
    ]))

  it('is looked for deep inside a schema', () => {
    expect(fieldsOf(contract.Reading)).toContain('slaveBattery')
    expect(fieldsOf(contract.listOf(contract.HealthRow))).toContain('instantaneous')
  })
})

describe('every message', () => {
  const { empty, unused } = faultyMessages(messages, tree)

  it('has a text', () => expect(empty).toEqual([]))
  it('is said somewhere', () => expect(beyond(unused, unusedMessages)).toEqual([]))

  it('is noticed empty or unsaid', () => {
    const files = [{ path: 'apps/web/src/a.ts', text: "message('C001')" }]
    expect(faultyMessages({ C001: ' ', C002: '取り込みました。' }, files)).toEqual({ empty: ['C001'], unused: ['C002'] })
  })
})
