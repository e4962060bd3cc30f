import { expect, it } from 'vitest'
import { unplacedTables } from './places.ts'
import { readTree } from './tree.ts'

it('a migration lays out each table it makes, for clusters, before its foreign keys', () => expect(unplacedTables(readTree())).toEqual([]))

it.each([
  ["select place_table('shoe');", []],
  ["select place_table('shoe');\nalter table shoe add foreign key (company_id) references company;", []],
  ['-- select place_table(shoe);', ['shoe is not placed']],
  [
    "alter table shoe add foreign key (company_id) references company;\nselect place_table('shoe');",
    ['shoe has a foreign key before it is placed'],
  ],
])('is noticed otherwise: %s', (rest, faults) => {
  const path = 'apps/server/migrations/0060-shoe.sql'
  const text = `create table shoe (\n  company_id integer not null\n);\n${rest}\n`
  expect(unplacedTables([{ path, text }])).toEqual(faults.map((fault) => `${path}: ${fault}`))
})
