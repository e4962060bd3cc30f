import type { Plan } from '@mimamori/contract/plan'

export type PlanGroup = Plan['groups'][number]
export type PlanPerson = Plan['people'][number]
export type PlanPlace = Plan['places'][number]
export type PlanError = Plan['error']
