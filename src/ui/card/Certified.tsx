import { ShieldCheck } from 'lucide-react'
import { certifiedClass } from '../chip/chip-class.ts'

type Props = { form?: 'badge' | 'icon' | undefined }

/** 企业认证. `icon` alone stands behind a company's name in cards. */
export const Certified = ({ form = 'badge' }: Props) =>
  form === 'badge' ? (
    <span className={certifiedClass}>
      <ShieldCheck className="size-3.5" />
      企业认证
    </span>
  ) : (
    <span className="text-accent" title="企业认证">
      <ShieldCheck className="size-3.5" role="img" aria-label="企业认证" />
    </span>
  )
