/** TypeBox, as the contract uses it. The build makes one file of it: as some seven hundred it takes longer to load than all else. */
export * from 'typebox';
export { Compile, type Validator } from 'typebox/compile';
