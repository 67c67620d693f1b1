import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import type { Viewer } from './AccountInfo.tsx'
import { CompanyTab } from '../companies/CompanyTab.tsx'

/** 基本信息 of a supplier: the company's details with its service classes. */
export const BaseInfo = ({ viewer }: { viewer: Viewer }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">基本信息</h1>
    <CompanyTab side="seller" viewer={viewer} />
    <Toaster />
  </>
)
