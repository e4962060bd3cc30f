import { apiToken, type ApiTokenRow } from '@mimamori/contract/api-token'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { useOpener } from '../kit/use-opener.ts'
import { call } from '../platform/api.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { refreshTokens } from './read-key-calls.ts'
import { endOf, isPressing } from './read-key-columns.tsx'
import styles from './read-key.module.css'

/** What can be done with a token: extend it or stop it for good, also after its end: until it is stopped no other can have its name. */
export const TokenActions = ({ token, now }: { readonly token: ApiTokenRow; readonly now: number }) => {
  const { id, name, state, lastUsedAt } = token
  const extension = useOpener()
  const stopping = useSingleMutation({
    mutationFn: () => call(apiToken.stop, { params: { id } }),
    onSuccess: () => {
      notify.success(message('apiTokenHasStopped', { name }))
      return refreshTokens()
    },
    onError: (error) => {
      void showFailure(error)
      return refreshTokens()
    },
  })
  const stop = async () => {
    const use = lastUsedAt === null ? '' : 'これで読んでいる仕組みは、すぐに読めなくなります。'
    const body = `トークン「${name}」を止めます。${use}止めたトークンは、元に戻せません。`
    if (await confirm({ body, verb: '止める' })) stopping.mutate()
  }
  const end = endOf(token, now)
  return (
    <div className={styles['actions']}>
      {end !== undefined && <span className={styles['end']}>{end}</span>}
      {state !== 'stopped' && (
        <Button size="small" type={isPressing(token) ? 'default' : 'link'} aria-label={`${name}の期限を延ばす`} onClick={extension.open}>
          期限を延ばす
        </Button>
      )}
      {state !== 'stopped' && (
        <Button size="small" type="link" loading={stopping.isPending} aria-label={`${name}を止める`} onClick={() => void stop()}>
          止める
        </Button>
      )}
      {extension.isOpen && <ExtendDialog token={token} onClose={extension.close} />}
    </div>
  )
}
