import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { message } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { redrawPicture } from './redraw-picture.ts'
import { drawing } from './test-pictures.ts'

test('a sound picture for which the disk has no room is not called broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-redraw-'))
  try {
    const path = join(folder, 'picture')
    for (const picture of [drawing(300, 200).png(), drawing(300, 200).jpeg()]) {
      await writeFile(path, await picture.toBuffer())
      await expect(redrawPicture(path, '/dev/full')).rejects.toMatchObject({ status: 507, body: [message('diskLow')] })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
