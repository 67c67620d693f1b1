import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { profile } from './profile.ts'
import { serviceId } from './service-id.ts'

export const accountsHandlers: Handlers<Contract['accounts']> = { login, logout, profile, serviceId }
