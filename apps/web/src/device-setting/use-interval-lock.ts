import { useViewer } from '../platform/viewer.ts'

/** Why the person may not change how often devices send; undefined where they may. */
export const useIntervalLock = (): string | undefined =>
  useViewer().roleKey === 'HeadquartersAdmin' ? '送信の間隔は電池の持ちを左右するため、契約管理者とサービス管理者が決めます。' : undefined
