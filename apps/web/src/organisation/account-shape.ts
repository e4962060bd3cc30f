import { labels } from '@mimamori/contract/labels'
import type { ShapeColumn } from '../kit/import/file-shape.tsx'

const { user } = labels
const column = (name: string, rule: string): ShapeColumn => ({ name, rule })

export const loginIdColumn = column(user.userName, '必須・半角英数字と . _ - @')

/** Columns that files of every kind of people have. */
export const nameColumns: readonly ShapeColumn[] = [column(user.fullName, '必須・全角の空白'), column(user.furigana, '必須・全角の空白')]
export const contactColumns: readonly ShapeColumn[] = [column(user.phoneNumber, '15文字まで'), column(user.email, '64文字まで')]

export const passwordColumn = column(user.password, '8文字以上・空なら後で設定')
export const deleteColumn = column('削除', '1 で削除')
