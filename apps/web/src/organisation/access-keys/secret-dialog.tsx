import { ShownOnceDialog } from '../panels/shown-once-dialog.tsx'
import { useShownOnce } from '../panels/shown-once.ts'
import type { MadeKey } from './key-examples.ts'
import { KeyUse } from './key-use.tsx'

/** The secret of a new key, this once, and how a gateway sends with it. */
export const SecretDialog = ({
  made,
  officeId,
  onClose,
}: {
  readonly made: MadeKey
  readonly officeId: number
  readonly onClose: () => void
}) => {
  const body = `「${made.name}」の秘密は、もう一度表示できません。コピーせずに閉じると、キーを作り直すことになります。`
  const { keep, close } = useShownOnce(() => ({ body, verb: 'コピーせずに閉じる' }), onClose)

  return (
    <ShownOnceDialog
      width={720}
      title={`受信キー「${made.name}」を作りました`}
      close={close}
      once={
        <>
          <strong>秘密が表示されるのは、いまだけです。</strong> コピーして、送信する機器に設定してください。ほかの人に知らせないでください。
        </>
      }
    >
      <KeyUse made={made} officeId={officeId} onCopied={keep} />
    </ShownOnceDialog>
  )
}
