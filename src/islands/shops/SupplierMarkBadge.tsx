import { useStore } from '@nanostores/react'
import { supplierMarkLabels } from '../../domain/shops/supplier-marks.ts'
import { ownMarksOfSuppliers } from '../../stores/shops/supplier-marks.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

/** 优选 or 已停用 beside the name of a supplier, for the people of the own company. */
export const SupplierMarkBadge = ({ orgId }: { orgId: number }) => {
  const found = useStore(ownMarksOfSuppliers).get(orgId)
  return found === undefined ? null : (
    <span title={found.reason}>
      <StateBadge {...supplierMarkLabels[found.mark]} />
    </span>
  )
}
