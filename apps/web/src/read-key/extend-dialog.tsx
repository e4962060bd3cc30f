import { apiToken, ApiTokenEnd, type ApiTokenRow, readKeyDays } from '@mimamori/contract/api-token'
import { dayMs } from '@mimamori/contract/day'
import { message } from '@mimamori/contract/messages'
import { useState } from 'react'
import { notify } from '../kit/notify.ts'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import { dateOf } from '../platform/japan-time.ts'
import { EndField } from './end-field.tsx'
import { refreshTokens } from './read-key-calls.ts'
import { dayInWords } from './read-key-words.ts'
import { endFaults } from './token-form.ts'

type Props = { readonly token: ApiTokenRow; readonly onClose: () => void }

/** Gives a token another last day; one that has ended is good again. */
export const ExtendDialog = ({ token: { id, name }, onClose }: Props) => {
  const [inAYear] = useState(() => dateOf(Date.now() + readKeyDays * dayMs))
  return (
    <DraftDialog
      id="token-end"
      resource="apiToken"
      schema={ApiTokenEnd}
      initial={{ endsOn: inAYear }}
      title={`トークン「${name}」の期限`}
      verb="延ばす"
      save={async (body) => {
        await call(apiToken.extend, { params: { id }, body })
        notify.success(message('apiTokenExtended', { name, day: dayInWords(body.endsOn) }))
        await refreshTokens()
        onClose()
      }}
      faultsOf={endFaults}
      onClose={onClose}
    >
      {(form) => <EndField form={form} />}
    </DraftDialog>
  )
}
