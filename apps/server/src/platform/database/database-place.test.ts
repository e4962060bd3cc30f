import { expect, test } from 'vitest'
import { placeOfDatabase } from './database-place.ts'

test.each([
  ['postgresql://mimamori:secret@db1/mimamori', 'db1/mimamori'],
  ['postgresql://mimamori:secret@db1:6432/mimamori?sslmode=require', 'db1:6432/mimamori'],
  ['postgresql://mimamori:secret@db1:5432,db2:5433/mimamori', 'db1,db2:5433/mimamori'],
  ['postgresql://mimamori@/mimamori?host=/var/run/postgresql', '/var/run/postgresql/mimamori'],
  ['postgresql://mimamori:secret@%2Fvar%2Frun%2Fpostgresql/mimamori', '/var/run/postgresql/mimamori'],
])('%s is shown without user and password', (url, place) => expect(placeOfDatabase(url)).toBe(place))
