import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder that everybody can enter: as root, PostgreSQL runs as another user. */
export const makeOpenFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `mimamori-${name}-`))
  await chmod(folder, 0o755)
  return folder
}
