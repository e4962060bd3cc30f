import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formerRelease } from '../scripts/former-release.ts'
import { readTree, root } from './tree.ts'
import { stepsAgainstFormer } from './upgrades.ts'

const migration = (number: string, text: string) => ({ path: `apps/server/migrations/${number}-x.sql`, text })
const faultsOf = (text: string) => stepsAgainstFormer([migration('0002', text)], '0001-x')

describe('migrations since the former release', () => {
  it('leave it working until it is stopped', () => {
    expect(stepsAgainstFormer(readTree(), formerRelease.lastMigration)).toEqual([])
  })

  it('begin after one that there is', () => {
    expect(readdirSync(join(root, 'apps/server/migrations'))).toContain(`${formerRelease.lastMigration}.sql`)
  })

  it('begin after a commit with its whole name, which alone can be fetched into a clone without history', () => {
    expect(formerRelease.commit).toMatch(/^[0-9a-f]{40}$/)
  })

  it('begin after the newest release whose data is kept', () => {
    const releases = readdirSync(join(root, 'apps/server/test/upgrade')).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    expect(releases.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)).toBe(formerRelease.version)
  })
})

describe('a migration beside the former release', () => {
  it.each([
    'drop table alert_note;',
    'alter table device drop column place;',
    'alter table device rename column place to spot;',
    'alter table device rename to tag;',
    'alter table device alter column place type integer;',
    'alter table device alter column place set not null;',
    'alter table device alter column place drop default;',
    'alter table device\n  add column place text not null;',
    'alter table device add constraint device_place_check check (place <> 1);',
    'alter table device add foreign key (company_id, place_id) references place (company_id, place_id);',
    'create unique index device_place on device (company_id, place);',
    'alter table device drop constraint device_serial_key;',
    'drop function place_of(integer);',
    'alter table device add place text not null;',
    'alter table device drop place;',
    'alter table device alter place type integer;',
    'alter table device alter "place" type integer;',
    'alter table device add column place numeric(6,2) not null;',
    'alter table device add column number integer default 1, add column place text not null;',
    'alter table device add column place text unique;',
    'alter table device add column place integer check (place > 0);',
    'alter table device add column place integer references place;',
    'alter table device add constraint "device-x" check (id > 0);',
    'alter table device set schema other;',
    'alter table device enable row level security;',
    'alter table device alter column id add generated always as identity;',
    'truncate device;',
    'delete from alert;',
    'drop materialized view totals;',
    'drop sequence alert_number;',
    'drop trigger noted on device;',
    'drop procedure count_again();',
    "insert into place values ('a--b'); drop table device;",
    'drop table device; create table device (id integer);',
    '-- The former release was written by somebody else.\nselect 1;\ndrop table device;',
  ])('is refused for %s', (text) => {
    expect(faultsOf(text)).toHaveLength(1)
  })

  it.each([
    'create table place (place_id integer not null);\nalter table place add foreign key (company_id) references company (company_id);',
    'create table place (place_id integer not null);\ncreate unique index place_name on place (name);',
    "alter table device add column place text not null default '';",
    'alter table device add column place text, add column number integer;',
    'create index device_place on device (company_id, place);',
    'alter table device add column place numeric(6,2) not null default 0, add column number integer;',
    "insert into place values ('drop; drop table device;');",
    "-- Nobody's; drop table device;\nselect 1;",
    'create table place (place_id integer); drop table place;',
    '-- drop table device;\nupdate device set place = null;',
    '-- The former release neither reads nor writes it since 0.3.0.\nalter table device drop column place;',
  ])('may do %s', (text) => {
    expect(faultsOf(text)).toEqual([])
  })

  it('is not asked where it is older', () => {
    expect(stepsAgainstFormer([migration('0001', 'drop table device;')], '0001-x')).toEqual([])
  })
})
