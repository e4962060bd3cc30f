import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { ResetReason } from '@mimamori/contract/second-factor'
import { Button } from 'antd'
import { useState } from 'react'
import { TextField } from '../../kit/form/text-field.tsx'
import { notify } from '../../kit/notify.ts'
import { useOpener } from '../../kit/use-opener.ts'
import { call } from '../../platform/api.ts'
import { useViewer } from '../../platform/viewer.ts'
import { DraftDialog, DraftNote } from '../panels/draft-dialog.tsx'
import { PanelPart } from '../panels/titled-panel.tsx'

type Person = { readonly userId: number; readonly fullName: string; readonly hasSecondFactor: boolean }

type SecondFactorStateProps = { readonly person: Person; readonly onChanged: () => unknown }

/** The line about somebody's second factor, which those above take away once the device is lost. One's own is on one's own screen. */
export const SecondFactorState = ({ person: { userId, fullName, hasSecondFactor }, onChanged }: SecondFactorStateProps) => {
  const viewer = useViewer()
  const dialog = useOpener()
  const [isThere, setThere] = useState(hasSecondFactor)
  if (viewer.userId === userId) return null
  const reset = async (body: { readonly reason: string }) => {
    await call(endpoints.secondFactor.reset, { params: { id: userId }, body })
    setThere(false)
    notify.success(message('secondFactorReset'))
    dialog.close()
    // Their sessions ended with it.
    onChanged()
  }
  return (
    <>
      <PanelPart name="二段階認証" button={isThere && <Button onClick={dialog.open}>二段階認証を外す</Button>}>
        {isThere ? '設定しています。端末と回復コードをなくした人のときは、外せます。' : '設定していません。'}
      </PanelPart>
      {dialog.isOpen && (
        <DraftDialog
          id="reset-factor"
          resource="secondFactor"
          schema={ResetReason}
          initial={{ reason: '' }}
          title={`${fullName}の二段階認証を外す`}
          verb="外す"
          save={reset}
          onClose={dialog.close}
        >
          {(form) => (
            <>
              <DraftNote>
                本人に確かめてから外してください。次のログインは、パスワードだけになります。理由は「{screens.auditLog.title}」に残ります。
              </DraftNote>
              <TextField form={form} name="reason" placeholder="例 携帯電話をなくした" hint="200文字まで" />
            </>
          )}
        </DraftDialog>
      )}
    </>
  )
}
