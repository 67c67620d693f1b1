import { permissionName, type Permission } from '../../domain/accounts/permissions.ts'

/** Shown instead of a button that the user lacks the permission for. */
export const PermissionMissing = ({ right, what }: { right: Permission; what: string }) => (
  <p className="text-sm text-ink-3">
    {what}需要“{permissionName(right)}”权限，请联系贵企业的主账号开通。
  </p>
)
