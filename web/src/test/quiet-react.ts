// React reports each element and each render to the browser's tools, which nobody opens here: a tenth of the time of all tests.
// Imported first, because react-dom looks for `timeStamp` once.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');
