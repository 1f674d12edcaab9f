/** The version of this program, three numbers, as package.json has it. */
export const version = '1.0.0'
