import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { message } from '@mimamori/contract/messages'
import { createLink } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { queryClient } from '../platform/query.ts'
import { confirm, showFailure } from './dialogs.ts'
import { notify } from './notify.ts'
import styles from './row-actions.module.css'

/** What can be done with a row, in one line at its end. */
export const RowActions = ({ children }: { readonly children: ReactNode }) => <div className={styles['actions']}>{children}</div>

type RowLinkProps = ComponentProps<'a'> & { readonly name: string }

type RowWayProps = RowLinkProps & { readonly children: string }

/** Leads to something else of a row. */
export const RowLink = createLink(({ name, children, ...anchor }: RowWayProps) => (
  <a {...anchor} className={styles['link']} aria-label={`${name}の${children}`}>
    {children}
  </a>
))

/** Leads to a row's own form. */
export const EditLink = createLink(({ name, ...anchor }: RowLinkProps) => (
  <a {...anchor} className={styles['link']} aria-label={`${name}を編集`}>
    編集
  </a>
))

type RemoveButtonProps = {
  readonly name: string
  /** What distinguishes it from others of its name: the label and the code; left out where the name is the code. */
  readonly code?: { readonly label: string; readonly value: string }
  /** What goes and what stays. */
  readonly consequence: string
  /** Why it cannot be deleted now; said instead of asked. */
  readonly hindrance?: string | undefined
  readonly remove: () => Promise<unknown>
  /** The path whose lists change. */
  readonly listPath: string
  /** What the button says where it is alone; at the end of a row it is a bin. */
  readonly children?: string
}

/** Deletes a row after asking; the list is read again. */
export const RemoveButton = ({ name, code, consequence, hindrance, remove, listPath, children }: RemoveButtonProps) => {
  const beside = code === undefined ? '' : message('besideName', { label: code.label, code: code.value })
  const ask = async () => {
    if (hindrance !== undefined) return void confirm({ body: hindrance, verb: '閉じる', cancel: null })
    if (!(await confirm({ body: message('C001', { name, code: beside, consequence }), verb: '削除する' }))) return
    try {
      await remove()
      notify.success(message('C004'))
    } catch (error) {
      void showFailure(error)
    }
    // After a failure too: the row may be gone already, or have changed.
    await queryClient.invalidateQueries({ queryKey: [listPath] })
  }
  return (
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined aria-hidden="true" />}
      {...(children === undefined && { 'aria-label': `${name}を削除`, title: '削除' })}
      onClick={() => void ask()}
    >
      {children}
    </Button>
  )
}
