import { gateway } from '../../embedded/gateway.ts' // violates boundaries(dependencies)

export const api = gateway
