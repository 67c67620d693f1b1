import { visitParts, type VisitPart } from '../../../domain/projects/booking-states.ts'

/** 2026-11-25 上午. */
export const visitTime = ({
  visitOn,
  visitPart,
}: {
  readonly visitOn: string
  readonly visitPart: VisitPart
}): string => `${visitOn} ${visitParts[visitPart]}`
