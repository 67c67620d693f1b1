import { useSyncExternalStore } from 'react'
import type { Permission } from '../domain/accounts/permissions.ts'
import { hasPermission, menuAuths } from '../stores/accounts/profile/menu-permissions.ts'

const subscribe = (changed: () => void) => menuAuths.listen(changed)

/** Whether the user has a permission; true during server rendering, so that hydration matches. */
export const usePermission = (right: Permission): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hasPermission(right),
    () => true,
  )
