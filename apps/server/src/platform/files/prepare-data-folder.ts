import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError, type Settings } from '../config/config.ts'
import { codeOf } from '../errors.ts'

const reasons: Record<string, string> = {
  EACCES: '書き込む権限がありません',
  EPERM: '書き込む権限がありません',
  // The service of the package may write to its own places only.
  EROFS: '読み取り専用の場所です。systemd のサービスには sudo systemctl edit mimamori の [Service] に ReadWritePaths= が要ります',
  EEXIST: 'フォルダーではなくファイルです',
  ENOTDIR: '途中にフォルダーではないものがあります',
  ENOENT: 'そこにはフォルダーを作れません',
  ENAMETOOLONG: '名前が長すぎます',
  ELOOP: 'リンクがたどれません',
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Makes a folder with those above it. Node's own `recursive` never ends where a folder that is there refuses a new one with
 * ENOENT, as those of the kernel do (`/proc`).
 */
const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || (await isThere(dirname(path)))) throw error
    await makeFolder(dirname(path))
    await makeFolder(path)
  }
}

/**
 * Makes `DATA_DIR` where it is missing, before anything else needs it.
 * @throws ConfigError in one line where it cannot be used; a full disk is no such case, room may come back
 */
export const prepareDataFolder = async ({ dataDir }: Pick<Settings, 'dataDir'>): Promise<void> => {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (code === 'ENOSPC' || code === 'EDQUOT') return
    throw new ConfigError(`設定の誤り DATA_DIR：${dataDir} を使えません（${reasons[code] ?? code}）。書き込めるフォルダーにしてください。`)
  }
}
