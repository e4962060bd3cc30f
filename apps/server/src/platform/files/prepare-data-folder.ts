import { access, constants, mkdir } from 'node:fs/promises'
import { ConfigError, type Settings } from '../config.ts'

const reasons: Record<string, string> = {
  EACCES: '書き込む権限がありません',
  EPERM: '書き込む権限がありません',
  EROFS: '読み取り専用の場所です',
  EEXIST: 'フォルダーではなくファイルです',
  ENOTDIR: '途中にフォルダーではないものがあります',
  ENOENT: 'そこにはフォルダーを作れません',
  ENAMETOOLONG: '名前が長すぎます',
  ELOOP: 'リンクがたどれません',
}

/**
 * Makes `DATA_DIR` where it is missing, before anything else needs it.
 * @throws ConfigError in one line where it cannot be used; a full disk is no such case, room may come back
 */
export const prepareDataFolder = async ({ dataDir }: Pick<Settings, 'dataDir'>): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') return
    throw new ConfigError(`設定の誤り DATA_DIR：${dataDir} を使えません（${reasons[code] ?? code}）。書き込めるフォルダーにしてください。`)
  }
}
