import { describe, expect, it } from 'vitest'
import { placesOf } from './columns.ts'
import { readTree } from './tree.ts'

const tree = readTree()
const file = (path: string, text: string) => ({ path, text })

describe('a column of a master', () => {
  it('of a person is in four places: migration, contract, label and the screens that show it', () =>
    expect(placesOf(tree, 'affiliation3')).toEqual([
      'apps/server/migrations/0001-organisation.sql',
      'apps/web/src/worker/columns.tsx',
      'apps/web/src/worker/form-screen.tsx',
      'packages/contract/src/labels.ts',
      'packages/contract/src/person.ts',
    ]))

  it('of a device is besides where it is no plain text, and where something follows from it', () =>
    expect(placesOf(tree, 'keep_map_info')).toEqual([
      'apps/server/migrations/0002-devices.sql',
      // No text: how it begins, and how a file says it.
      'apps/server/src/features/device/columns.ts',
      'apps/server/src/features/device/csv-columns.ts',
      // Whether the device goes along when another one is moved on the map.
      'apps/server/src/features/device/position-family.ts',
      'apps/web/src/gateway/form-screen.tsx',
      // The same, said before it is saved.
      'apps/web/src/map-device/site-device.ts',
      'packages/contract/src/device-labels.ts',
      'packages/contract/src/gateway.ts',
    ]))

  it('is found under both its names, but not in tests, generated files and the demo', () =>
    expect(
      placesOf(
        [
          file('apps/server/src/a/store.ts', 'select u.shoe_size'),
          file('apps/web/src/a/form.tsx', 'name="shoeSize"'),
          file('apps/server/src/a/store.test.ts', 'shoe_size'),
          file('apps/server/src/demo/seed.ts', 'shoe_size'),
          file('bench/import.ts', 'shoe_size'),
          file('apps/server/src/a/other.ts', 'shoe_sizes'),
        ],
        'shoe_size',
      ),
    ).toEqual(['apps/server/src/a/store.ts', 'apps/web/src/a/form.tsx']))
})
