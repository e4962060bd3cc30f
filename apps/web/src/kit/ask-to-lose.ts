import { message } from '@mimamori/contract/messages'
import { confirm } from './dialogs.ts'

/** Asks whether what was typed may be lost, as the verb says. */
export const askToLose = (verb: string): Promise<boolean> => confirm({ body: message('C018'), verb, cancel: '編集に戻る' })
