package process

// canReadDescriptor: opening /dev/fd/N opens the file again, from its beginning, even if it has no name.
const canReadDescriptor = true
